import { text as readText } from 'node:stream/consumers'
import { CodedError, printable, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { HookOutcome } from './hook-memory.js'
import { hookKindOf, type HookKind, type HostEvent, readHostEvent, renderHostAnswer } from './host-event.js'

/**
 * How long a hook may take from the start of its process until the settings say it, in milliseconds, and before a conversation is
 * shortened, which takes long anyway.
 */
const longest = 10_000

/**
 * `recallite hook <kind>`: reads a host's event from standard input and prints what the host adds to the conversation. If there is
 * nothing to add, or something fails or is late, it prints nothing and succeeds: a host may take a failure for a veto.
 */
export async function runHook(request: Request<Flags>): Promise<void> {
  const { words, flags, io } = request
  const kind = hookKindOf(words[0])
  const clock = startClock(io.interrupted)
  let isAnswered = false
  try {
    const outcome = await Promise.race([answerHost(kind, request, clock), clock.late])
    isAnswered = 'text' in outcome
    if ('text' in outcome) io.write(outcome.text)
    if (flags.explain) io.talk('text' in outcome ? `Found by ${outcome.by}.\n` : notAdded(outcome.silence))
    await io.flushed()
  } catch (error) {
    if (flags.explain) io.talk(notAdded((error as Error).message))
  }
  clock.stop()
  // Neither a search that is late nor a host that keeps the input open may hold the process.
  io.input.destroy()
  if (!isAnswered) io.dropUnread()
}

const notAdded = (reason: string): string => `Nothing is added: ${printable(reason)}\n`

async function answerHost(kind: HookKind, { flags, io }: Request<Flags>, clock: Clock) {
  const event = readHostEvent(kind, await readText(io.input))
  const outcome = await outcomes[kind](event, { flags, io }, clock)
  // A search that held the thread until now is late as well.
  clock.assertInTime()
  if ('silence' in outcome) return outcome
  return outcome.context === ''
    ? { silence: 'nothing fits into it' }
    : { text: renderHostAnswer(event, outcome.context), by: outcome.by }
}

type Outcome = (
  event: HostEvent,
  request: Pick<Request<Flags>, 'flags' | 'io'>,
  clock: Clock,
) => Promise<HookOutcome>

/** What each hook does; its code is loaded when it is run. */
const outcomes: Readonly<Record<HookKind, Outcome>> = {
  async prompt(event, { flags, io }, { signal, setDeadline }) {
    const { recallForPrompt } = await import('./recall-for-prompt.js')
    return recallForPrompt(event, { flags, io, signal, setDeadline })
  },
  async 'session-start'(event, { flags }, { setDeadline }) {
    const { latestTold } = await import('./latest-told.js')
    return latestTold(event, flags, setDeadline)
  },
  async 'pre-compact'(event, { flags }, { signal }) {
    const { keepSaid } = await import('./keep-said.js')
    return keepSaid(event, flags, signal)
  },
}

type Clock = ReturnType<typeof startClock>

/** Measures the time since the start of the process. */
function startClock(interrupted: AbortSignal) {
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, interrupted])
  let deadline: number = longest
  let timer: NodeJS.Timeout | undefined
  const abort = () =>
    controller.abort(
      new CodedError('HOOK_LATE', `it took more than ${deadline} ms, so the host goes on without it`),
    )
  function setDeadline(next: number): void {
    deadline = next
    clearTimeout(timer)
    timer = setTimeout(abort, Math.max(0, next - performance.now()))
  }
  setDeadline(longest)
  return {
    signal,
    setDeadline,
    /** Rejects when time is up. */
    late: new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
    assertInTime(): void {
      if (performance.now() > deadline) abort()
      signal.throwIfAborted()
    },
    stop: () => clearTimeout(timer),
  }
}
