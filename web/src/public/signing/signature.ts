/** A signature as it goes into the document. */
export interface Signature {
  method: 'drawn' | 'typed';
  name: string;
  /** PNG data address with a transparent ground. */
  image: string;
}
