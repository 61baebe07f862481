import { preset } from '@recallite/tsup-preset'

/** OpenClaw installs one file: the packages of this workspace are part of it, from their sources. */
export default preset(
  {
    plugin: 'src/plugin.ts',
    // The files of a store's threads, at the paths where its packages look for them.
    'sync-task': '../../packages/core/src/sync-task.ts',
    'threads/store-thread': '../../packages/store/sqlite/src/threads/store-thread.ts',
  },
  {
    dts: false,
    // Providers are separate packages, which are loaded when a model is opened.
    external: [/^@recallite\/(?:embeddings-|store-(?:opensearch|postgres))/u],
    esbuildOptions(options) {
      options.conditions = ['@recallite/source']
    },
  },
)
