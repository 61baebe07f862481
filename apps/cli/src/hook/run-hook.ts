import { once } from 'node:events'
import { CodedError, printable, type Io, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { HookServices, HookOutcome } from './hook-memory.js'
import { hookKindOf, type HookKind, type HostEvent, readHostEvent, renderHostAnswer } from './host-event.js'

/** Deadline until settings are loaded, in milliseconds; also used when storing messages. */
const maxDuration = 10_000

/** The factor by which a hook may exceed `hooks.deadline` if it searches in its own process. */
const withoutResident = 2.5

/**
 * `recallite hook <kind>`: reads a host's event from standard input and prints what the host adds to the conversation. If there is
 * nothing to add, or something fails or is late, it prints nothing and succeeds: a host may treat a failure as a veto.
 */
export async function runHook({ words, flags, io }: Request<Flags>): Promise<void> {
  const kind = hookKindOf(words[0])
  const { inTime, stop, ...clock } = startClock(io.interrupted)
  const tell = (text: string) => void (flags.explain && io.talk(`${printable(text)}\n`))
  let added = ''
  try {
    const event = readHostEvent(kind, await inTime(readInput(io.input)))
    const { context, done, keep } = await inTime(hooks[kind](event, { flags, io, ...clock }))
    added = context
    if (added !== '') io.write(renderHostAnswer(event, added))
    tell(done)
    await io.flushed()
    if (added !== '') keep?.()
  } catch (error) {
    tell(`Nothing added: ${(error as Error).message}`)
  }
  stop()
  // Neither a late search nor a host that leaves the input open may keep the process alive.
  io.input.destroy()
  if (added === '') io.dropUnread()
}

const maxInput = 4_000_000

async function readInput(input: Io['input']): Promise<string> {
  let text = ''
  for await (const part of input.setEncoding('utf8')) {
    text += part
    if (text.length > maxInput)
      throw new CodedError('HOOK_INPUT_TOO_LONG', `its input has more than ${maxInput} characters`)
  }
  return text
}

type Hook = (event: HostEvent, services: HookServices) => Promise<HookOutcome>

const hooks: Readonly<Record<HookKind, Hook>> = {
  prompt: async (...request) => (await import('./recall-for-prompt.js')).recallForPrompt(...request),
  'session-start': async (...request) => (await import('./latest-records.js')).recallLatest(...request),
  'pre-compact': async (...request) => (await import('./keep-messages.js')).keepMessages(...request),
}

function startClock(interrupted: AbortSignal) {
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, interrupted])
  const aborted = once(signal, 'abort')
  let [deadline, timer]: [number, NodeJS.Timeout | undefined] = [maxDuration, undefined]
  const abort = () => controller.abort(new CodedError('HOOK_LATE', `it took more than ${deadline} ms`))
  function setDeadline(next: number): void {
    deadline = next
    clearTimeout(timer)
    timer = setTimeout(abort, Math.max(0, next - performance.now()))
  }
  setDeadline(maxDuration)
  return {
    signal,
    setDeadline: (milliseconds: number) => setDeadline(withoutResident * milliseconds),
    stop: () => clearTimeout(timer),
    /** Rejects at the deadline, or as `work` does. */
    async inTime<Result>(work: Promise<Result>): Promise<Result> {
      const result = await Promise.race([work, aborted])
      // Work that blocks the thread delays the timer.
      if (performance.now() > deadline) abort()
      signal.throwIfAborted()
      return result as Result
    },
  }
}
