export { type Catalog, type CatalogEntry, catalog } from './catalog.ts';
