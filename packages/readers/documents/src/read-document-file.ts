import { fork } from 'node:child_process'

/** The files that can be read. */
export type DocumentKind = 'pdf' | 'docx' | 'pptx' | 'xlsx'

/** The text of a file. */
export interface DocumentText {
  readonly format: 'markdown' | 'html'
  /** Pages, slides and sheets have headings of their own; lines are those of the text, not of the file. */
  readonly text: string
  /** As the file states it; null if it does not. */
  readonly title: string | null
}

/** Why a file has no text, as part of a sentence. */
export interface UnreadableDocument {
  readonly reason: string
}

/** How a file is read. */
export interface ReadDocumentOptions {
  readonly kind: DocumentKind
  /** The longest time, in milliseconds; default 60,000. */
  readonly timeout?: number | undefined
  /** How many megabytes of memory it may take; default 1,024. */
  readonly megabytes?: number | undefined
  /** The program of the process; default that of this package. */
  readonly child?: URL | undefined
}

/** The kind of a file by its name; undefined for others. */
export function documentKindOf(path: string): DocumentKind | undefined {
  const [, ending = ''] = /\.(pdf|docx|pptx|xlsx)$/iu.exec(path) ?? []
  return ending === '' ? undefined : (ending.toLowerCase() as DocumentKind)
}

/** What a process is asked to read. */
export interface ReadRequest {
  readonly bytes: Uint8Array
  readonly kind: DocumentKind
}

/**
 * Reads the text of a file in a process of its own, which is ended if it takes too long or too much memory: a hostile file may
 * ask for both, and where V8 has no memory left, a thread would take this process with it. A file that cannot be read
 * resolves to the reason.
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
      // Where it is not delivered, the process has ended, which is told anyway.
      child.send({ bytes, kind } satisfies ReadRequest, () => {})
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

const noResult = 'reading it ended without a result'

/** A module that kills the process in which it is loaded as soon as that has too much memory of any kind, though it never waits. */
function watchdogOf(megabytes: number): string {
  const watch = `const { workerData } = require('node:worker_threads')
    setInterval(() => process.memoryUsage.rss() > workerData && process.kill(process.pid, 'SIGKILL'), 50)`
  const start = `import { Worker } from 'node:worker_threads'
    const workerData = process.memoryUsage.rss() + ${megabytes * 1024 * 1024}
    new Worker(${JSON.stringify(watch)}, { eval: true, workerData }).unref()`
  return `data:text/javascript,${encodeURIComponent(start)}`
}

/** V8 aborts a process for which it has no memory left; the watchdog kills it where other memory than V8's grows. */
const tooMuch = (megabytes: number): string => `it takes more than ${megabytes} MB of memory to read`
