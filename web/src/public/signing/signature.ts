/** A signature as it goes into the document. */
export interface Signature {
  method: 'drawn' | 'typed';
  name: string;
  /** PNG data URL with a transparent background. */
  image: string;
}
