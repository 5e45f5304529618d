/** A signature as it goes into the document. */
export interface Signature {
  method: 'drawn' | 'typed';
  name: string;
  /** PNG data URL with a transparent background. */
  image: string;
  /** The id of the advisor's saved signature that was adopted; undefined for one drawn or typed here. */
  saved?: number;
}
