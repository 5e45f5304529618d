import { PDF, type PDFPage, PdfArray, PdfBool, PdfDict, PdfName, PdfString, rgb } from '@libpdf/core';

/** Small PDFs as they come from the wild, made by code. */

/** Pages of text without a form. */
export async function plainPdf(pages = 1, change?: (pdf: PDF) => void): Promise<Buffer> {
  const pdf = PDF.create();
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage({ size: 'letter' }).drawText(`Page ${page} of an agreement`, { x: 72, y: 700 });
  }
  change?.(pdf);
  return Buffer.from(await pdf.save());
}

const TEXT = { x: 72, y: 600, width: 250, height: 20 };

export interface FormPdf {
  rotation?: 0 | 90 | 180 | 270;
  /** Where the text field lies, in the page's own coordinates. */
  text?: { x: number; y: number; width: number; height: number };
  change?: (pdf: PDF, page: PDFPage) => void;
}

/** One page with a client signature, a date, a check box and a text field. */
export async function formPdf({ rotation = 0, text = TEXT, change }: FormPdf = {}): Promise<Buffer> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'letter' });
  const form = pdf.getOrCreateForm();
  const border = { borderColor: rgb(0, 0, 0), borderWidth: 1 };
  page.drawText('An agreement', { x: 72, y: 740 });
  const placements = [
    [form.createTextField('client_signature', border), { x: 72, y: 100, width: 200, height: 40 }],
    [form.createTextField('client_date', border), { x: 300, y: 100, width: 120, height: 20 }],
    [form.createTextField('primary_email', border), text],
    [form.createCheckbox('dental', border), { x: 72, y: 560, width: 14, height: 14 }],
    [
      form.createDropdown('plan', { ...border, options: [' Gold ', '', 'Silver'] }),
      { x: 72, y: 500, width: 120, height: 20 },
    ],
  ] as const;
  for (const [field, placement] of placements) page.drawField(field, placement);
  page.setRotation(rotation);
  change?.(pdf, page);
  return Buffer.from(await pdf.save());
}

function scriptAction(pdf: PDF) {
  return pdf.createDict({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('app.alert("owned")') });
}

/** JavaScript wherever a PDF can hold it. */
export function withJavaScript(): Promise<Buffer> {
  return formPdf({
    change: (pdf, page) => {
      const catalog = pdf.getCatalog();
      const names = PdfDict.of({ Names: PdfArray.of(PdfString.fromString('start'), scriptAction(pdf)) });
      catalog.set('OpenAction', scriptAction(pdf));
      catalog.set('AA', PdfDict.of({ WC: scriptAction(pdf) }));
      catalog.set('Names', PdfDict.of({ JavaScript: names }));
      page.dict.set('AA', PdfDict.of({ O: scriptAction(pdf) }));
      const box = pdf.getForm()?.getCheckbox('dental');
      box?.getWidgets()[0]?.dict.set('A', scriptAction(pdf));
      box?.acroField().set('AA', PdfDict.of({ K: scriptAction(pdf) }));
      pdf.attachments.add('evil.exe', Buffer.from('MZ evil'));
    },
  });
}

/** An XFA form: hybrid ones have ordinary fields as well. */
export function withXfa(isHybrid: boolean): Promise<Buffer> {
  const change = (pdf: PDF) => {
    const form = pdf.getOrCreateForm().acroForm().getDict();
    form.set('XFA', pdf.createStream({}, Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')));
    if (!isHybrid) pdf.getCatalog().set('NeedsRendering', PdfBool.of(true));
  };
  return isHybrid ? formPdf({ change }) : plainPdf(1, change);
}

/** The table of objects points nowhere. */
export async function withBrokenXref(): Promise<Buffer> {
  const text = (await formPdf()).toString('latin1');
  return Buffer.from(
    text.replace(/startxref\s+\d+/, 'startxref\n99999999').replace(/\nxref\n/, '\nxrfe\n'),
    'latin1',
  );
}

/** A page tree that contains itself, forty thousand levels and more. */
export function withLoopingPages(): Buffer {
  return Buffer.from(
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[2 0 R 2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 3>>\nstartxref\n9\n%%EOF\n',
  );
}

/** Arrays inside arrays, deeper than any stack. */
export function withDeepNesting(): Buffer {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/X ${deep}>>\nendobj\n2 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 3>>\nstartxref\n9\n%%EOF\n`,
  );
}

/** Two pages that inherit size, turn and resources from the page tree and share one resource dictionary. */
export function withInheritance(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R 8 0 R]/DA(/F1 0 Tf 0 g)>>>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[100 50 600 850]/Resources 5 0 R>>',
    '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots[7 0 R]>>',
    '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots[8 0 R]/CropBox[120 70 580 800]>>',
    '<</Font<</F1 9 0 R>>>>',
    '<</Length 41>>\nstream\nBT /F1 12 Tf 150 700 Td (Inherited) Tj ET \nendstream',
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(client_signature)/Rect[150 100 350 150]>>',
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(client_date)/Rect[300 220 150 200]/P 3 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R/Size 10>>\nstartxref\n0\n%%EOF\n`);
}

export async function encrypted(userPassword: string, canModify = true): Promise<Buffer> {
  const pdf = await PDF.load(await formPdf());
  pdf.setProtection({ userPassword, ownerPassword: 'the owner', permissions: { modify: canModify } });
  return Buffer.from(await pdf.save());
}
