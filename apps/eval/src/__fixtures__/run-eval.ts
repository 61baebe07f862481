import type { Io } from '@recallite/command-line'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { vi } from 'vitest'
import { main } from '../main.js'

/** Variables with settings, keys and addresses of this machine. */
const machineVariables = /^(?:HOME$|RECALLITE_|OPENAI_|GEMINI_|GOOGLE_|OLLAMA_)/u

/** Runs the program with an empty home, unless `variables` override it, and returns its output. */
export async function runEval(
  args: readonly string[],
  { variables = {}, ...overrides }: Partial<Io> & { readonly variables?: Readonly<Record<string, string>> } = {},
) {
  const { io, written, talked } = recordingIo(overrides)
  for (const name of Object.keys(process.env)) if (machineVariables.test(name)) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries({ ...variables, HOME: variables['HOME'] ?? temporaryFolder() })) vi.stubEnv(name, value)
  const exitCode = await main(args, io)
  return { exitCode, written: written(), talked: talked() }
}
