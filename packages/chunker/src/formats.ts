export { formatOf } from './formats/format-of.js'
export type { SourceFormat } from './formats/source-format.js'
