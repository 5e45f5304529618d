import { registerHooks } from 'node:module';

/**
 * Node reads a package's package.json anew for each of its modules, to learn whether it is one. That of drizzle-orm has
 * 180 KB, and it has 300 modules: all of its `.js` are, so nobody need ask. A tenth of what the server imports at start
 * remains. Its `.cjs`, and other packages, are left to Node.
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
