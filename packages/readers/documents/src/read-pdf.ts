import { getDocumentProxy } from 'unpdf'
import { createParts } from './markdown.js'
import type { DocumentText } from './read-document-file.js'

/** The text of a PDF file by page, in file order; scanned pages have none. */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 })
  const pages = createParts('Page')
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    pages.add(text.split('\n'))
    page.cleanup()
  }
  const { info } = await document.getMetadata()
  const title: unknown = 'Title' in info ? info.Title : null
  const stated = typeof title === 'string' ? title.trim() : ''
  return { format: 'markdown', text: pages.text(), title: stated === '' ? null : stated }
}
