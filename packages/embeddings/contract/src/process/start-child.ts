import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import type { ChildMessage, ParentMessage } from './serve-model.js'

/** Receives messages of the child, which a native library may have damaged. */
type Listener = (message: Partial<ChildMessage> | null) => void

export type Child = ReturnType<typeof startChild>

/** Starts a Node program as a child process, without the flags of this one. Discards its standard output. */
export function startChild(program: URL) {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: ['--import', watchParent],
    // Otherwise a window opens if this program has none.
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let hear: Listener = ignore
  child.on('message', (message) => hear(message as Partial<ChildMessage> | null))
  const kill = () => void child.kill('SIGKILL')
  child.on('disconnect', kill)
  return {
    /** Replaces the message listener. */
    listen: (listener: Listener) => void (hear = listener),
    /** Does nothing if the child has ended. */
    send: (message: ParentMessage) => void (child.connected && child.send(message, ignore)),
    /** Keeps this program alive while the child works (the initial state). */
    hold: () => setHeld(child, true),
    /** Lets this program end, and the child with it. */
    release: () => setHeld(child, false),
    /** Ends the child at once; it has nothing to save. */
    kill,
    /** How the process ended, to follow "the process"; never rejects. */
    ended: waitForEnd(child),
  }
}

/**
 * A module that kills its process once this one has ended: while native code runs, a process does not notice that its channel is closed.
 * Where the system gives it no other parent (Windows), the signal 0 shows that.
 */
const watchParent = `data:text/javascript,${encodeURIComponent(`import { Worker } from 'node:worker_threads'
  // Processes that this one starts inherit this module, but not its parent.
  if (process.ppid === ${process.pid}) new Worker(\`setInterval(() => {
    try { if (process.kill(${process.pid}, 0) && process.ppid === ${process.pid}) return } catch {}
    process.kill(process.pid, 'SIGKILL')
  }, 500)\`, { eval: true }).unref()`)}`

const maxOutputLength = 4000
const maxLineLength = 300

/** The last line about a failure, else the last printable line; may be empty. */
export function lastWordsOf(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{C}+/gu, ' ').trim())
    .filter((line) => line !== '')
  const line = lines.findLast((each) => /assert|error|fail|abort|memory/i.test(each)) ?? lines.at(-1) ?? ''
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
}

/** Undelivered messages are ignored, since the end of the child is reported anyway. */
function ignore(): void {}

function setHeld(child: ChildProcess, isHeld: boolean): void {
  const method = isHeld ? 'ref' : 'unref'
  child[method]()
  child.channel?.[method]()
  if (child.stderr instanceof Socket) child.stderr[method]()
}

function waitForEnd(child: ChildProcess): Promise<string> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxOutputLength)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`))
    child.on('close', (exitCode, signal) => {
      const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`
      const said = lastWordsOf(output)
      resolve(said === '' ? how : `${how} and wrote "${said}"`)
    })
  })
}
