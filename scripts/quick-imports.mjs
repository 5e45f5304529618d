import { registerHooks } from 'node:module';

/**
 * Node reads a package's package.json again for each of its modules, to determine their format. For drizzle-orm these are
 * 180 KB for each of 300 modules, although every `.js` file of it is an ES module. This hook answers for them, which makes the
 * imports at startup much faster. `.cjs` files and other packages are left to Node.
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
