import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'

/** A PDF file with one line of text. */
function pdfOf(text: string): string {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
  return [
    '%PDF-1.4',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [4 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
    '4 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >> endobj',
    `5 0 obj << /Length ${stream.length} >> stream\n${stream}\nendstream endobj`,
    'trailer << /Root 1 0 R >>\n%%EOF\n',
  ].join('\n')
}

describe('PDF files', () => {
  it('are indexed, found and read by the program, and damaged ones skipped with a reason', async () => {
    const { spawned } = cliWorkspace({
      'offer.pdf': pdfOf('The lighthouse offer ends in May.'),
      'broken.pdf': 'no PDF at all',
    })
    const indexed = await spawned('index', 'notes', '--provider', 'none', '--json')
    expect(JSON.parse(indexed.stdout)).toMatchObject({
      added: 1,
      skipped: [{ path: 'broken.pdf', reason: expect.stringContaining('not a readable PDF file') }],
    })
    const found = await spawned('search', 'lighthouse offer', '--provider', 'none', '--format', 'grep')
    expect(found.stdout).toMatch(/^notes\/offer\.pdf:3:The lighthouse offer ends in May\.$/mu)
    expect(found.stderr).not.toContain('Not read')
    const read = await spawned('get', 'notes/offer.pdf')
    expect(read.stdout).toBe('## Page 1\n\nThe lighthouse offer ends in May.\n')
    expect((await spawned('index', '--provider', 'none', '--json')).stdout).toContain('"unchanged": 1')
  })
})
