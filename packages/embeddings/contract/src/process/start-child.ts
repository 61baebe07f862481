import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import type { ChildMessage, ParentMessage } from './serve-model.js'

/** Gets what the program of the child sends, which a native library in it may have damaged. */
type Listener = (message: Partial<ChildMessage> | null) => void

export type Child = ReturnType<typeof startChild>

/** Starts a Node program as a child process, without the flags of this one. Its standard output is discarded. */
export function startChild(program: URL) {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    // A window of its own would open where this program has none.
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let hear: Listener = ignore
  child.on('message', (message) => hear(message as Partial<ChildMessage> | null))
  const kill = () => void child.kill('SIGKILL')
  child.on('disconnect', kill)
  return {
    /** Receives every message from now on. One listener at a time. */
    listen: (listener: Listener) => void (hear = listener),
    /** Does nothing if the child has ended. */
    send: (message: ParentMessage) => void (child.connected && child.send(message, ignore)),
    /** Keeps this program alive while the child works, as at the start. */
    hold: () => setHeld(child, true),
    /** Lets this program end, and the child with it. */
    release: () => setHeld(child, false),
    /** Ends the child at once; it has nothing to save. */
    kill,
    /** How it ended, in words that follow "the process"; never rejects. */
    ended: waitForEnd(child),
  }
}

const keptCharacters = 4000
const shownCharacters = 300

/** The last printable line of a process's output about a failure, else the last line; may be empty. */
export function lastWordsOf(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{C}+/gu, ' ').trim())
    .filter((line) => line !== '')
  const line = lines.findLast((each) => /assert|error|fail|abort|memory/i.test(each)) ?? lines.at(-1) ?? ''
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
}

/** Errors of messages that were not delivered are ignored, because the end of the child is reported anyway. */
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
    output = (output + text).slice(-keptCharacters)
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
