import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable, renderJson, UsageError, type Io, type Request } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { addressOfFlag, openAddress } from '@recallite/settings/server-store'
import { StoreError, type Store } from '@recallite/store'
import { copyStore, type CopyReport } from '@recallite/store/copy'
import { openSqliteStore } from '../open/driver.js'
import type { Flags } from '../flags/flags.js'
import { exitCodes } from '../failure.js'
import { lockWait } from '../open/open-memory.js'
import { count } from '../render/amounts.js'

/** `recallite copy --from STORE --to STORE` */
export async function runCopy({ flags, io }: Request<Flags>): Promise<number> {
  const { from: source, to: target } = flags
  if (source === undefined || target === undefined) {
    throw new UsageError("Say what to copy and where to: 'recallite copy --from FILE --to postgres://…'.")
  }
  const from = await openNamed(source, { flag: '--from', create: false })
  try {
    const to = await openNamed(target, { flag: '--to', create: true })
    try {
      const report = await copyWithBar(from, to, io)
      io.write(flags.json ? renderJson(report) : renderCopy(report))
      return exitCodes.done
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** Opens a store by what a flag names: an address, or a file. */
async function openNamed(
  named: string,
  { flag, create }: { readonly flag: string; readonly create: boolean },
): Promise<Store> {
  if (/^postgres(?:ql)?:/iu.test(named)) {
    return openAddress(addressOfFlag(named, flag), { create })
  }
  const path = resolve(named)
  if (!create && !existsSync(path)) {
    throw new StoreError('STORE_UNAVAILABLE', `There is no index at ${path}.`)
  }
  return openSqliteStore({ path, create })
}

async function copyWithBar(from: Store, to: Store, io: Io): Promise<CopyReport> {
  const bar = await createProgressBar(io)
  try {
    return await copyStore(from, to, {
      signal: io.interrupted,
      wait: lockWait,
      onProgress: (progress) => bar.show({ label: 'Copying vectors', ...progress }),
    })
  } finally {
    bar.stop()
  }
}

/** What was copied, for people. */
function renderCopy({ roots, spaces }: CopyReport): string {
  const lines = [
    `${count(roots.length, 'root')}: ${roots.map((name) => printable(name)).join(', ')}`,
    ...spaces.map(
      ({ provider, model, vectors }) => `${printable(`${provider}/${model}`)}: ${count(vectors, 'vector')}`,
    ),
    "'recallite index' with the target now indexes the files of these roots; what has a vector is not embedded again",
  ]
  return lines.map((line) => `${line}\n`).join('')
}
