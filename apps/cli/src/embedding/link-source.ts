import type { LinkEntry, ProviderName } from './link-entry.js'

const providers: ReadonlySet<string> = new Set<ProviderName>(['local', 'onnx', 'ollama', 'openai', 'gemini'])
const dimensionsPart = '?dimensions='

/** What is kept with a space of how to reach its model again: never a key, nor an address. */
export function sourceOf({ provider, model, dimensions }: LinkEntry): string {
  return `${provider}:${model}${dimensions === undefined ? '' : `${dimensionsPart}${dimensions}`}`
}

/** The entry that a source is of; undefined for what another program wrote. */
export function entryOf(source: string): LinkEntry | undefined {
  const colon = source.indexOf(':')
  const provider = source.slice(0, colon)
  if (!providers.has(provider)) return undefined
  const rest = source.slice(colon + 1)
  const at = rest.lastIndexOf(dimensionsPart)
  const number = Number(rest.slice(at + dimensionsPart.length))
  const hasDimensions = at !== -1 && Number.isSafeInteger(number) && number > 0
  return {
    provider: provider as ProviderName,
    model: hasDimensions ? rest.slice(0, at) : rest,
    dimensions: hasDimensions ? number : undefined,
  }
}
