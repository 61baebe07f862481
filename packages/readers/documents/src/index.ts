export { documentKindOf, readDocumentFile } from './read-document-file.js'
export type {
  DocumentKind,
  DocumentText,
  ReadDocumentOptions,
  UnreadableDocument,
} from './read-document-file.js'
