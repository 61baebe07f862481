import { defineConfig } from 'tsup'

/**
 * One ES module per entry, with its types; dependencies remain imports.
 * @param {NonNullable<import('tsup').Options['entry']>} entry source files, from the package's folder
 * @param {import('tsup').Options} [options] further options of a package
 */
export function preset(entry, options = {}) {
  return defineConfig({
    entry,
    format: 'esm',
    target: 'node22',
    platform: 'node',
    clean: true,
    splitting: true,
    // Types come from the built dependencies, so that the published types are the checked ones.
    dts: { compilerOptions: { customConditions: [], ignoreDeprecations: '5.0' } },
    ...options,
  })
}
