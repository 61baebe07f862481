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
  /** Maximum time in milliseconds; default 10,000, and 2,000 for each megabyte of the file, at most 60,000. */
  readonly timeout?: number | undefined
  /** Maximum memory in megabytes; default 1,024. */
  readonly megabytes?: number | undefined
  /** The program of the child process; default that of this package. */
  readonly child?: URL | undefined
  readonly signal?: AbortSignal | undefined
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
 * would end this process too. The child also ends with this process, however it ends.
 * @returns a reason if the file cannot be read; rejects with the signal's reason
 */
export async function readDocumentFile(
  bytes: Uint8Array,
  options: ReadDocumentOptions,
): Promise<DocumentText | UnreadableDocument> {
  const { kind, timeout = timeFor(bytes.length), megabytes = 1024, signal } = options
  signal?.throwIfAborted()
  const { child: program = new URL('./child.js', import.meta.url) } = options
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${megabytes}`, '--import', watchdogOf(megabytes, timeout)],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    windowsHide: true,
  })
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  let timer: NodeJS.Timeout | undefined
  try {
    const reading = new Promise<DocumentText | UnreadableDocument>((resolve) => {
      child.once('message', (read) => resolve(read as DocumentText | UnreadableDocument))
      child.once('error', ({ message }) => resolve({ reason: `it cannot be read: ${message}` }))
      child.once('exit', (exitCode) => resolve({ reason: exitCode === null ? tooMuch(megabytes) : noResult }))
      timer = setTimeout(
        () => resolve({ reason: `it takes more than ${Math.round(timeout / 100) / 10} s to read` }),
        timeout,
      )
      // If delivery fails, the process has ended, which the exit event reports.
      child.send({ bytes, kind } satisfies ReadRequest, () => {})
    })
    return await Promise.race([reading, aborted])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
}

const noResult = 'reading it ended without a result'

const timeFor = (bytes: number): number => Math.min(60_000, 10_000 + (bytes / 1024 / 1024) * 2_000)

/**
 * A module that kills its process, even while it is busy, once it uses too much memory, runs longer than this process would let it, or
 * this process has ended. Where the system gives it no other parent (Windows), the signal 0 shows that.
 */
function watchdogOf(megabytes: number, timeout: number): string {
  const watch = `const { workerData } = require('node:worker_threads')
    const isOrphan = () => {
      try { return process.kill(${process.pid}, 0) && process.ppid !== ${process.pid} } catch { return true }
    }
    setInterval(() => {
      const isOver = process.memoryUsage.rss() > workerData || process.uptime() > ${timeout / 1000 + 5}
      if (isOver || isOrphan()) process.kill(process.pid, 'SIGKILL')
    }, 50)`
  const start = `import { Worker } from 'node:worker_threads'
    const workerData = process.memoryUsage.rss() + ${megabytes * 1024 * 1024}
    new Worker(${JSON.stringify(watch)}, { eval: true, workerData }).unref()`
  return `data:text/javascript,${encodeURIComponent(start)}`
}

/** V8 aborts a process that exceeds its heap; the watchdog kills it if other memory grows. */
const tooMuch = (megabytes: number): string => `it takes more than ${megabytes} MB of memory to read`
