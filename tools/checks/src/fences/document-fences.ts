import { fencesOf, type Fence } from '../readme.js'

/** What the check does with a fence. */
export type FenceRole =
  /** Commands, which are run. */
  | 'shell'
  /** A module, which is compiled and, unless it is a file, run. */
  | 'typescript'
  /** JSON, YAML or JSON lines, which are read and compared with their schema. */
  | 'data'
  /** What the commands before it print. */
  | 'output'
  /** No code: a drawing, or a text to be typed into another program. */
  | 'picture'
  /** Code that cannot be run. */
  | 'unrun'

/** A fence of a document, and what the words behind its language say. */
export interface DocumentFence extends Fence {
  /** The document, from the top of the repository. */
  path: string
  language: string
  role: FenceRole
  /** `file=NAME`: the file that the reader makes of it. */
  file: string | undefined
  /** Why its words cannot be understood; undefined if they can. */
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

/** The fences of a document, in order. */
export function documentFences(path: string, markdown: string): DocumentFence[] {
  return fencesOf(markdown).map((fence) => ({ ...fence, path, ...understand(fence.info) }))
}

function understand(info: string): Omit<DocumentFence, keyof Fence | 'path'> {
  const [, language = '', words = ''] = /^(\S*)\s*(.*)$/u.exec(info) ?? []
  const known = { language, file: /^file=(\S+)$/u.exec(words)?.[1], fault: undefined }
  if (/^no-run: \S/u.test(words)) return { ...known, role: 'unrun' }
  if (words.startsWith('no-run'))
    return { ...known, role: 'unrun', fault: 'no-run needs a reason: "no-run: …"' }
  if (words === 'output') return { ...known, role: 'output' }
  const role = roles[language]
  const fault = `nothing runs ${language}: mark it "output" or "no-run: …"`
  return role === undefined ? { ...known, role: 'unrun', fault } : { ...known, role }
}

/** Where a fence stands, for messages. */
export const placeOf = ({ path, line }: DocumentFence): string => `${path}:${line}`
