import { createInterface } from 'node:readline/promises'
import { closing, type Request, UsageError } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'

/** The texts of a question before something is installed. */
const goOn = {
  question: 'Continue?',
  undone: 'Nothing was installed yet. To install what is listed above',
}

/**
 * Asks whether to do what was listed before; `--yes` agrees.
 * @param texts `undone`: the start of a sentence that says what was not done; `refused`: what is said after a refusal
 * @throws UsageError without a terminal, which the question needs
 */
export async function isAgreed(
  { flags, io }: Request<Flags>,
  texts: typeof goOn & { readonly refused?: string } = goOn,
): Promise<boolean> {
  const { question, undone, refused = 'Nothing was changed.' } = texts
  if (flags.yes) return true
  if (!io.isTalkTerminal) throw new UsageError(`${undone}, run the same command with --yes.`)
  return closing(createInterface({ input: io.input, output: io.talkStream }), async (lines) => {
    const answer = await lines.question(`${question} [Y/n] `, { signal: io.interrupted })
    const agrees = /^(y|yes|)$/iu.test(answer.trim())
    if (!agrees) io.talk(`${refused}\n`)
    return agrees
  })
}
