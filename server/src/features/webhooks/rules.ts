/** The subject of an event is not known yet: the event is retried, and once more when the subject is known. */
export class NotKnownYet extends Error {
  override name = 'NotKnownYet';
}
