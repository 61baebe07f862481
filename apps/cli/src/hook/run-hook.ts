import { once } from 'node:events'
import { text as readText } from 'node:stream/consumers'
import { CodedError, printable, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { HookServices, HookOutcome } from './hook-memory.js'
import { hookKindOf, type HookKind, type HostEvent, readHostEvent, renderHostAnswer } from './host-event.js'

/** How long a hook may take until the settings say it, and to remember what was said, in milliseconds. */
const longest = 10_000

/** How much longer than `hooks.deadline` a hook may take that does the work itself. */
const withoutResident = 2.5

/**
 * `recallite hook <kind>`: reads a host's event from standard input and prints what the host adds to the conversation. If there is
 * nothing to add, or something fails or is late, it prints nothing and succeeds: a host may take a failure for a veto.
 */
export async function runHook({ words, flags, io }: Request<Flags>): Promise<void> {
  const kind = hookKindOf(words[0])
  const { inTime, stop, ...clock } = startClock(io.interrupted)
  const tell = (text: string) => void (flags.explain && io.talk(`${printable(text)}\n`))
  let added = ''
  try {
    const event = readHostEvent(kind, await inTime(readText(io.input)))
    const outcome = await inTime(hooks[kind](event, { flags, io, ...clock }))
    if ('context' in outcome) added = outcome.context
    if (added !== '') io.write(renderHostAnswer(event, added))
    tell('context' in outcome ? `Found by ${outcome.by}.` : `Nothing is added: ${outcome.silence}`)
    await io.flushed()
  } catch (error) {
    tell(`Nothing is added: ${(error as Error).message}`)
  }
  stop()
  // Neither a search that is late nor a host that keeps the input open may hold the process.
  io.input.destroy()
  if (added === '') io.dropUnread()
}

type Hook = (event: HostEvent, services: HookServices) => Promise<HookOutcome>

const hooks: Readonly<Record<HookKind, Hook>> = {
  prompt: async (...given) => (await import('./recall-for-prompt.js')).recallForPrompt(...given),
  'session-start': async (...given) => (await import('./latest-records.js')).recallLatest(...given),
  'pre-compact': async (...given) => (await import('./keep-messages.js')).keepMessages(...given),
}

function startClock(interrupted: AbortSignal) {
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, interrupted])
  const aborted = once(signal, 'abort')
  let [deadline, timer]: [number, NodeJS.Timeout | undefined] = [longest, undefined]
  const abort = () => controller.abort(new CodedError('HOOK_LATE', `it took more than ${deadline} ms`))
  function setDeadline(next: number): void {
    deadline = next
    clearTimeout(timer)
    timer = setTimeout(abort, Math.max(0, next - performance.now()))
  }
  setDeadline(longest)
  return {
    signal,
    setDeadline: (usual: number) => setDeadline(withoutResident * usual),
    stop: () => clearTimeout(timer),
    /** Rejects when time is up, or with what `work` rejects with. */
    async inTime<Result>(work: Promise<Result>): Promise<Result> {
      const result = await Promise.race([work, aborted])
      // The timer waits for work that holds the thread.
      if (performance.now() > deadline) abort()
      signal.throwIfAborted()
      return result as Result
    },
  }
}
