/** The parts of a small OpenDocument spreadsheet whose only table has these rows. */
export function odsParts(rows: string): Record<string, string> {
  const names = ['office', 'table', 'text'].map((name) => `xmlns:${name}="${name}"`).join(' ');
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${names}><office:body><office:spreadsheet><table:table table:name="Clients" table:style-name="ta1"><table:table-column/>${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  };
}
