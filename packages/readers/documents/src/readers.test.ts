import { describe, expect, it } from 'vitest'
import { archiveOf, docxOf, pdfOf } from './__fixtures__/sample-files.js'
import { readSheets, readSlides } from './read-office.js'
import { readPdf } from './read-pdf.js'
import { readWord } from './read-word.js'

describe('a PDF file', () => {
  it('is read page by page, with its title', async () => {
    const bytes = pdfOf(['The offer ends in May.', '', '# 3 boats'], 'Offer 2026')
    expect(await readPdf(bytes)).toEqual({
      format: 'markdown',
      text: '## Page 1\n\nThe offer ends in May.\n\n## Page 3\n\n\\# 3 boats\n',
      title: 'Offer 2026',
    })
    expect((await readPdf(pdfOf(['x']))).title).toBeNull()
  })
})

describe('a Word file', () => {
  it('is read with its headings, a line for each paragraph', async () => {
    const { format, text } = await readWord(docxOf(['# Offer', 'The offer &amp; more', 'ends in May.']))
    expect([format, text]).toEqual([
      'html',
      '<h1>Offer</h1>\n<p>The offer &amp; more</p>\n<p>ends in May.</p>\n',
    ])
  })
})

const slideOf = (...paragraphs: readonly string[]) =>
  `<p:sld>${paragraphs.map((text) => `<a:p><a:pPr/><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:sld>`

describe('a presentation', () => {
  it('is read slide by slide', async () => {
    const bytes = archiveOf({
      'ppt/slides/slide10.xml': slideOf('Last'),
      'ppt/slides/slide2.xml': slideOf('Tom &amp; J&#x65;n', '&#20013;&none;'),
      'ppt/slides/_rels/slide2.xml.rels': '<a:p><a:t>no</a:t></a:p>',
    })
    const { text } = await readSlides(bytes)
    expect(text).toBe('## Slide 1\n\nTom & Jen\n中&none;\n\n## Slide 2\n\nLast\n')
  })
})

describe('a workbook', () => {
  it('is read sheet by sheet, a row in each line', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1"/><c r="C1"><v>3.5</v></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>in line</t></is></c><c t="s"><v>9</v></c></row>'
    const bytes = archiveOf({
      'xl/sharedStrings.xml':
        '<sst><si><t>unused</t></si><si><r><t>Pri</t></r><r><t xml:space="preserve">ce</t></r><rPh sb="0" eb="1"><t>prais</t></rPh></si></sst>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })
    expect((await readSheets(bytes)).text).toBe('## Sheet 1\n\nPrice | 3.5\nin line\n')
  })
})

/** The same archive with another stated size of its only file. */
function withStatedSize(archive: Uint8Array, size: number): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length)
  const directory = view.getUint32(archive.length - 6, true)
  view.setUint32(directory + 24, size, true)
  return archive
}

describe('a hostile file', () => {
  it('is rejected quickly', async () => {
    const endless = new Uint8Array(98).fill(0xff)
    const view = new DataView(endless.buffer)
    view.setUint32(0, 0x06_06_4b_50, true)
    view.setUint32(56, 0x07_06_4b_50, true)
    view.setUint32(64, 0, true)
    view.setUint32(76, 0x06_05_4b_50, true)
    for (const read of [readWord, readSlides, readSheets])
      await expect(read(endless)).rejects.toThrow('more files than it contains')
    const nested = `${'<a>'.repeat(2e6)}${'</b>'.repeat(2e6)}`
    const slides = archiveOf({ 'ppt/slides/slide1.xml': nested })
    await expect(readSlides(slides)).rejects.toThrow('nested too deeply')
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(1e5)
    const repeated = archiveOf({
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1e6)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': cells,
    })
    await expect(readSheets(repeated)).rejects.toThrow('longer than 10 MB')
  })
})

describe('an archive', () => {
  it('is rejected if it unpacks to too much, and is read only up to its stated size', async () => {
    const bomb = withStatedSize(archiveOf({ 'xl/worksheets/sheet1.xml': 'x' }), 65 * 1024 * 1024)
    await expect(readSheets(bomb)).rejects.toThrow('more than 64 MB')
    const content = `<a:p><a:t>${'x'.repeat(100_000)}</a:t></a:p>`
    const lying = withStatedSize(archiveOf({ 'ppt/slides/slide1.xml': content }), 100)
    const length = await readSlides(lying).then(
      ({ text }) => text.length,
      () => 0,
    )
    expect(length).toBeLessThanOrEqual(120)
  })
})
