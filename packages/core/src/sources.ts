export { findProject, hasMemory, type ProjectSearch } from './sources/find-project.js'
