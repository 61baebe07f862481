import { join } from 'node:path'
import { pnpmCommand } from '../pnpm-command.js'
import { run } from './run-tool.js'
import { publishedPackages } from './workspace.js'

/** Packs all published packages into a folder. Returns names and tarballs, or throws the output of pnpm. */
export async function packPackages(folder: string): Promise<{ name: string; tarball: string }[]> {
  const filters = publishedPackages().flatMap(({ manifest }) => ['--filter', manifest.name])
  const pack = ['pack', '--json', '--pack-destination', folder]
  const { exitCode, stdout, output } = await run([...pnpmCommand(), '--recursive', ...filters, ...pack])
  if (exitCode !== 0) throw new Error(output)
  const packed: { name: string; filename: string }[] = [JSON.parse(stdout)].flat()
  return packed.map(({ name, filename }) => ({ name, tarball: join(folder, filename.replace(/^.*\//, '')) }))
}
