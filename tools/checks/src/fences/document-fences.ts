import { fencesOf, type Fence } from '../readme.js'

/** How a fence is checked. */
export type FenceRole =
  /** Commands, which are run. */
  | 'shell'
  /** A module, which is compiled and, unless it is a file, run. */
  | 'typescript'
  /** JSON, YAML or JSON lines, which are parsed and validated. */
  | 'data'
  /** The output of the commands before it. */
  | 'output'
  /** Not code, such as a drawing, or text to enter into another program. */
  | 'picture'
  /** Code that cannot be run. */
  | 'unrun'

/** A fence of a document, with the words after its language. */
export interface DocumentFence extends Fence {
  /** The document, from the root of the repository. */
  path: string
  language: string
  role: FenceRole
  /** `file=NAME`: the file that the reader creates from it. */
  file: string | undefined
  /** Why its words are invalid; undefined if they are valid. */
  fault: string | undefined
}

const roles: Readonly<Record<string, FenceRole>> = {
  sh: 'shell',
  ts: 'typescript',
  json: 'data',
  jsonl: 'data',
  yaml: 'data',
  text: 'picture',
  '': 'picture',
}

export function documentFences(path: string, markdown: string): DocumentFence[] {
  return fencesOf(markdown).map((fence) => ({ ...fence, path, ...understand(fence.info) }))
}

function understand(info: string): Omit<DocumentFence, keyof Fence | 'path'> {
  const [, language = '', words = ''] = /^(\S*)\s*(.*)$/u.exec(info) ?? []
  const fence = { language, file: /^file=(\S+)$/u.exec(words)?.[1], fault: undefined }
  if (/^no-run: \S/u.test(words)) return { ...fence, role: 'unrun' }
  if (words.startsWith('no-run'))
    return { ...fence, role: 'unrun', fault: 'no-run needs a reason: "no-run: …"' }
  if (words === 'output') return { ...fence, role: 'output' }
  const role = roles[language]
  const fault = `${language} cannot be run: mark it "output" or "no-run: …"`
  return role === undefined ? { ...fence, role: 'unrun', fault } : { ...fence, role }
}

/** The location of a fence, for messages. */
export const placeOf = ({ path, line }: DocumentFence): string => `${path}:${line}`
