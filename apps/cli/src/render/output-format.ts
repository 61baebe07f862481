import { UsageError } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'

/** How results are printed. */
export type OutputFormat = NonNullable<Flags['format']>

/** @throws UsageError where a flag means nothing with this format */
function assertFits(format: OutputFormat, { explain, null: isNullEnded }: Flags): void {
  if (explain && format !== 'json' && format !== 'text') {
    throw new UsageError(`--explain is for --format text and json, not for ${format}. Leave one out.`)
  }
  if (isNullEnded && format !== 'files') {
    throw new UsageError(`--null is for --format files, not for ${format}. Leave one out.`)
  }
}

/**
 * The format that flags ask for.
 * @throws UsageError where they contradict each other
 */
export function outputFormat(flags: Flags): OutputFormat {
  const { json: isJson = false, format = isJson ? 'json' : 'text' } = flags
  if (isJson && format !== 'json') {
    throw new UsageError(`--json and --format ${format} contradict each other. Leave one out.`)
  }
  assertFits(format, flags)
  return format
}
