import { strToU8, zipSync } from 'fflate'

/** A PDF file with a line of text on each page, without a cross-reference table, which readers rebuild. */
export function pdfOf(pages: readonly string[], title = ''): Uint8Array {
  const streams = pages.map((text) => `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`)
  const kids = pages.map((_, page) => `${10 + page * 2} 0 R`).join(' ')
  const objects = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    `2 0 obj << /Type /Pages /Kids [${kids}] /Count ${pages.length} >> endobj`,
    '3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
    `4 0 obj << /Title (${title}) >> endobj`,
    ...streams.flatMap((stream, page) => [
      `${10 + page * 2} 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${11 + page * 2} 0 R >> endobj`,
      `${11 + page * 2} 0 obj << /Length ${stream.length} >> stream\n${stream}\nendstream endobj`,
    ]),
  ]
  return strToU8(`%PDF-1.4\n${objects.join('\n')}\ntrailer << /Root 1 0 R /Info 4 0 R >>\n%%EOF\n`)
}

/** An archive of these texts. */
export function archiveOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const relations = 'http://schemas.openxmlformats.org'

/** A Word file of paragraphs; `# ` begins a heading. */
export function docxOf(paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) => {
    const style = text.startsWith('# ') ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p>${style}<w:r><w:t>${text.replace('# ', '')}</w:t></w:r></w:p>`
  })
  return archiveOf({
    '[Content_Types].xml': `<Types xmlns="${relations}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${relations}/package/2006/relationships"><Relationship Id="r2" Type="${relations}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${word}><w:body>${body.join('')}</w:body></w:document>`,
  })
}
