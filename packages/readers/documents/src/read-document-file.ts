import { fork } from 'node:child_process'

/** The files that can be read. */
export type DocumentKind = 'pdf' | 'docx' | 'pptx' | 'xlsx'

/** The text of a file. */
export interface DocumentText {
  readonly format: 'markdown' | 'html'
  /** With a heading for each page, slide or sheet. */
  readonly text: string
  /** Null if the file states none. */
  readonly title: string | null
}

/** Why a file has no text, as a phrase. */
export interface UnreadableDocument {
  readonly reason: string
}

/** How to read a file. */
export interface ReadDocumentOptions {
  readonly kind: DocumentKind
  /** Maximum time in milliseconds; default 60,000. */
  readonly timeout?: number | undefined
  /** Maximum memory in megabytes; default 1,024. */
  readonly megabytes?: number | undefined
  /** The program of the child process; default that of this package. */
  readonly child?: URL | undefined
}

/** The kind of a file by its name; undefined if it cannot be read. */
export function documentKindOf(path: string): DocumentKind | undefined {
  const [, ending = ''] = /\.(pdf|docx|pptx|xlsx)$/iu.exec(path) ?? []
  return ending === '' ? undefined : (ending.toLowerCase() as DocumentKind)
}

/** The message to the child process. */
export interface ReadRequest {
  readonly bytes: Uint8Array
  readonly kind: DocumentKind
}

/**
 * Reads the text of a file in a child process, which is killed if it takes too much time or memory: if V8 has no memory left, a thread
 * would end this process too. Resolves to a reason if the file cannot be read.
 */
export async function readDocumentFile(
  bytes: Uint8Array,
  options: ReadDocumentOptions,
): Promise<DocumentText | UnreadableDocument> {
  const { kind, timeout = 60_000, megabytes = 1024 } = options
  const { child: program = new URL('./child.js', import.meta.url) } = options
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${megabytes}`, '--import', watchdogOf(megabytes)],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    windowsHide: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve) => {
      child.once('message', (read) => resolve(read as DocumentText | UnreadableDocument))
      child.once('error', ({ message }) => resolve({ reason: `it cannot be read: ${message}` }))
      child.once('exit', (_, signal) => resolve({ reason: signal === null ? noResult : tooMuch(megabytes) }))
      timer = setTimeout(() => resolve({ reason: `it takes more than ${timeout / 1000} s to read` }), timeout)
      // If delivery fails, the process has ended, which the exit event reports.
      child.send({ bytes, kind } satisfies ReadRequest, () => {})
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

const noResult = 'reading it ended without a result'

/** A module that kills its process once it uses too much memory, even while it is busy. */
function watchdogOf(megabytes: number): string {
  const watch = `const { workerData } = require('node:worker_threads')
    setInterval(() => process.memoryUsage.rss() > workerData && process.kill(process.pid, 'SIGKILL'), 50)`
  const start = `import { Worker } from 'node:worker_threads'
    const workerData = process.memoryUsage.rss() + ${megabytes * 1024 * 1024}
    new Worker(${JSON.stringify(watch)}, { eval: true, workerData }).unref()`
  return `data:text/javascript,${encodeURIComponent(start)}`
}

/** V8 aborts a process that exceeds its heap; the watchdog kills it if other memory grows. */
const tooMuch = (megabytes: number): string => `it takes more than ${megabytes} MB of memory to read`
