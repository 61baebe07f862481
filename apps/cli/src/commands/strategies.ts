import { renderJson, type Request } from '@recallite/command-line'
import { defaultStrategyName, strategyNames, strategyTable } from '@recallite/fusion'
import type { Flags } from '../flags/flags.js'
import { renderTable } from '../render/table.js'

/** `recallite strategies` */
export async function runStrategies({ flags, io }: Request<Flags>): Promise<void> {
  const strategies = strategyNames().map((name) => {
    const { description, defaultWeights } = strategyTable[name]
    return { name, description, defaultWeights, default: name === defaultStrategyName }
  })
  if (flags.json) io.write(renderJson(strategies))
  else
    io.write(
      renderTable(
        strategies.map(({ name, description }) => [name, description]),
        io,
      ),
    )
}
