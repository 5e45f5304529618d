/** What an event is about is not here yet: it is tried again, and once more when it has come. */
export class NotKnownYet extends Error {
  override name = 'NotKnownYet';
}
