import { writeFiles } from './suite-folder.js'

/** Installs packages into a folder's `node_modules`. `packages`: version and files by package name. */
export function installPackages(
  folder: string,
  packages: Readonly<Record<string, { readonly version?: string } & Readonly<Record<string, string>>>>,
): void {
  for (const [name, { version, ...files }] of Object.entries(packages)) {
    const manifest = JSON.stringify({ name, version })
    writeFiles({ 'package.json': manifest, ...files }, `${folder}/node_modules/${name}`)
  }
}
