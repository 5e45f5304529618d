import { describe, expect, it } from 'vitest';
import { buildPdf, buildZip, PNG } from '#testing/files.ts';
import { fileTypeOf, nameForType } from './file-type.ts';

const office = (part: string, more: Record<string, string> = {}) =>
  buildZip({ '[Content_Types].xml': '<Types/>', [part]: '<x/>', ...more });
const ole = (stream: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(64),
  ]);
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(64), Buffer.from('This program')]);

describe('the type of a file', () => {
  const ALLOWED: [string, Buffer, string][] = [
    ['a PDF', buildPdf(), 'application/pdf'],
    [
      'a PDF after a mail header',
      Buffer.concat([Buffer.from('From: fax\r\n'), buildPdf()]),
      'application/pdf',
    ],
    ['a PNG', PNG, 'image/png'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'image/jpeg'],
    ['a GIF', Buffer.from('GIF89a....'), 'image/gif'],
    ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['a HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'image/heic'],
    ['a scanned TIFF', Buffer.from('II*\0\x08\0\0\0'), 'image/tiff'],
    [
      'a DOCX',
      office('word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'an XLSX',
      office('xl/workbook.xml'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    [
      'a PPTX',
      office('ppt/presentation.xml'),
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    ['an old DOC', ole('WordDocument'), 'application/msword'],
    ['an old XLS', ole('Workbook'), 'application/vnd.ms-excel'],
    ['a text', Buffer.from('Médico: 1 < 2\r\n\tfin'), 'text/plain'],
    ['a text of an old Windows program', Buffer.from('Jos\xe9; 5 \x80\r\n', 'latin1'), 'text/plain'],
    ['a text in UTF-16', Buffer.from('\ufeffname,sum\r\n', 'utf16le'), 'text/plain'],
  ];
  it.each(ALLOWED)('%s is recognized by its content', (_, bytes, mimeType) => {
    expect(fileTypeOf(bytes)?.mime_type).toBe(mimeType);
  });

  const REJECTED: [string, Buffer][] = [
    ['a program', program],
    ['a program with a PDF inside', Buffer.concat([program, buildPdf()])],
    ['a Linux program', Buffer.from('\x7fELF\x02\x01\x01\0\0', 'latin1')],
    ['a web page late in a long text', Buffer.from(`${'x'.repeat(256 * 1024 - 3)}<script>`)],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['a web page', Buffer.from('  <!DOCTYPE html><p>hello')],
    ['a web page after a text', Buffer.from('hello\n<SCRIPT>alert(1)</SCRIPT>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['XML', Buffer.from('\ufeff<?xml version="1.0"?><a/>')],
    ['a web page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le')],
    ['a PDF cut short', buildPdf().subarray(0, 60)],
    ['any ZIP', buildZip({ 'a.txt': 'a' })],
    ['a Word file with macros', office('word/document.xml', { 'word/vbaProject.bin': 'x' })],
    ['a ZIP without its directory', office('word/document.xml').subarray(0, 100)],
    ['an installer', ole('Binary.bz.CustomActionDll')],
    ['noise', Buffer.from([1, 2, 3, 0, 255, 254])],
  ];
  it.each(REJECTED)('%s is rejected', (_, bytes) => {
    expect(fileTypeOf(bytes)).toBeNull();
  });

  it('determines the file extension', () => {
    const png = fileTypeOf(PNG);
    if (!png) throw new Error('not a PNG');
    expect(['a.PNG', 'a.exe', 'a', 'a.pdf.html'].map((name) => nameForType(name, png))).toEqual([
      'a.PNG',
      'a.exe.png',
      'a.png',
      'a.pdf.html.png',
    ]);
  });
});
