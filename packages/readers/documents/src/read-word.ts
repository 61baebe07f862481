import mammoth from 'mammoth'
import type { DocumentText } from './read-document-file.js'
import { unpack } from './unzip-bounded.js'

/** Needs a line end after it, because pages are read line by line. */
const blockEnd = /<\/(?:h[1-6]|p|li|tr)>/gu

/** The text of a Word file, with its headings, lists and tables; without pictures, headers and footers. */
export async function readWord(bytes: Uint8Array): Promise<DocumentText> {
  const archive = unpack(bytes, (name) => /\.(?:xml|rels)$/u.test(name))
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(archive) }, { convertImage })
  return { format: 'html', text: value.replace(blockEnd, '$&\n'), title: null }
}
