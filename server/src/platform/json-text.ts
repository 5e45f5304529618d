/** A response that is already JSON: hot reads forward what the database stores in wire form. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
