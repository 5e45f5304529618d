/** An answer that is JSON already: hot reads hand on what the database keeps in wire form. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
