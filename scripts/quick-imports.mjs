import { registerHooks } from 'node:module';

/**
 * To determine the format of a module, Node reads its package's package.json again. For drizzle-orm, that is 180 KB for each of
 * 300 modules, although all its `.js` files are ES modules. This hook resolves them without that read, which makes the imports
 * at startup much faster. Node itself resolves `.cjs` files and other packages.
 */
const OWN_MODULE = /\/node_modules\/drizzle-orm(?!.*\/node_modules\/)\/.*\.js$/;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.startsWith('.') || !parentURL || !OWN_MODULE.test(parentURL))
      return next(specifier, context);
    const { href } = new URL(specifier, parentURL);
    return OWN_MODULE.test(href)
      ? { url: href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
