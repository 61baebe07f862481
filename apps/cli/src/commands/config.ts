import { renderJson, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { renderConfig, renderTrust } from '../render/config.js'
import { flagSettings } from '../settings/flag-layer.js'
import { listSettings } from '../settings/list-settings.js'
import { readSettings } from '../settings/read-settings.js'

/** `recallite config [key]` */
export async function runConfig({ words: [key], flags, io }: Request<Flags>): Promise<number> {
  const { agent, config } = flags
  const resolved = await readSettings({ flags: flagSettings(flags), agent, config })
  const settings = listSettings(resolved, key)
  const { user = null, workspace = null } = resolved.files
  const isTrusted = resolved.workspaceFolder?.isTrusted ?? null
  if (flags.json) io.write(renderJson({ files: { user, workspace }, workspaceTrusted: isTrusted, settings }))
  else {
    io.write(renderConfig(settings))
    if (resolved.workspaceFolder) io.talk(renderTrust(resolved.workspaceFolder))
  }
  return exitCodes.done
}
