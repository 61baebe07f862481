import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { type ChildMessage, isChildMessage, type ParentMessage } from './protocol.js'

type Listener = (message: ChildMessage | undefined) => void

export interface Child {
  /** Receives every message from now on, undefined for an invalid one. One listener at a time. */
  listen(listener: Listener): void
  /** Does nothing if the child has ended. */
  send(message: ParentMessage): void
  /** Keeps this program alive while the child works, as at the start. */
  hold(): void
  /** Lets this program end, and the child with it. */
  release(): void
  /** Ends the child at once; it has nothing to save. */
  kill(): void
  /** How it ended, in words that follow "the process"; never rejects. */
  readonly ended: Promise<string>
}

/** Starts a Node program as a child process, without the flags of this one. Its standard output is discarded. */
export function startChild(program: URL): Child {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let hear: Listener = ignore
  child.on('message', (value) => hear(isChildMessage(value) ? value : undefined))
  const kill = () => void child.kill('SIGKILL')
  child.on('disconnect', kill)
  return {
    listen: (listener) => void (hear = listener),
    send: (message) => void (child.connected && child.send(message, ignore)),
    hold: () => setHeld(child, true),
    release: () => setHeld(child, false),
    kill,
    ended: waitForEnd(child),
  }
}

/** Keeps the end of a process's output to explain its failure. */
interface LastWords {
  add(text: string): void
  /** The last printable line about a failure, else the last line; may be empty. */
  read(): string
}

const keptCharacters = 4000
const shownCharacters = 300

/** Creates an empty record of output. */
export function keepLastWords(): LastWords {
  let kept = ''
  return {
    add(text) {
      kept = (kept + text).slice(-keptCharacters)
    },
    read() {
      const lines = kept
        .split(/[\r\n]+/)
        .map(toPrintable)
        .filter((line) => line !== '')
      const line =
        lines.findLast((each) => /assert|error|fail|abort|memory/i.test(each)) ?? lines.at(-1) ?? ''
      return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
    },
  }
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
  const words = keepLastWords()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => words.add(text))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`))
    child.on('close', (exitCode, signal) => {
      const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`
      const said = words.read()
      resolve(said === '' ? how : `${how} and wrote "${said}"`)
    })
  })
}

function toPrintable(line: string): string {
  return line.replaceAll(/\p{C}+/gu, ' ').trim()
}
