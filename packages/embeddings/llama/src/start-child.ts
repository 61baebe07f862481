import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { type ChildMessage, isChildMessage, type ParentMessage } from './protocol.js'

type Listener = (message: ChildMessage | undefined) => void

/** A running child, seen from outside. */
export interface Child {
  /** Hears every message from now on, undefined for one that is not of the protocol. One listener at a time. */
  listen(listener: Listener): void
  /** A child that is gone hears nothing; `ended` tells. */
  send(message: ParentMessage): void
  /** Keeps this program alive while the child works. A child is held when it starts. */
  hold(): void
  /** Lets this program end, and the child with it, though the child still runs. */
  release(): void
  /** Ends it at once: it has nothing to save, and nothing in it can refuse. */
  kill(): void
  /** How it ended, as words that follow "the process"; never rejects. */
  readonly ended: Promise<string>
}

/** Starts a Node program, without the flags of this one, that talks by messages. Its standard output is dropped. */
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

/** Keeps the end of what a process writes, to explain its death. */
interface LastWords {
  add(text: string): void
  /** The line that tells most, in printable characters: the last that speaks of a failure, else the last. May be empty. */
  read(): string
}

const keptCharacters = 4000
const shownCharacters = 300

/** Begins with nothing kept. */
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
      const telling =
        lines.findLast((line) => /assert|error|fail|abort|memory/i.test(line)) ?? lines.at(-1) ?? ''
      return telling.length > shownCharacters ? `${telling.slice(0, shownCharacters)}…` : telling
    },
  }
}

/** For messages that did not get through, and those nobody waits for: the end of the child is what counts. */
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
