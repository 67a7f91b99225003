/** What all groups of screens need. The bundler puts it into one file, which compresses best. */
export * from './app.tsx'
export * from './parts/copy-as.tsx'
export * from './parts/table.tsx'
export * from './parts/name-fault.ts'
export * from './categories/names.ts'
export * from './categories/category-id.ts'
