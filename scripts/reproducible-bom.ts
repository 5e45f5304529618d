/** The part of a CycloneDX document that is changed here. */
export interface Bom {
  serialNumber?: string;
  metadata: { timestamp?: string; tools?: unknown; component: Component };
  components: Component[];
  dependencies?: { ref: string; dependsOn?: string[] }[];
}

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  licenses?: unknown[];
}

/** A single SPDX id, or an expression of several. */
const written = (license: string) =>
  license.includes(' ') ? { expression: license } : { license: { id: license } };

/** Stable order, independent of the machine's locale. */
const byRef =
  <T>(refOf: (one: T) => string) =>
  (a: T, b: T) =>
    refOf(a) < refOf(b) ? -1 : 1;

/**
 * Removes what differs between runs: the time, the version of npm, the name of the folder. Derives the serial number from
 * `digest` and adds `licenses` (by `name@version`) where npm found none.
 */
export function reproducibleBom(bom: Bom, digest: string, licenses: ReadonlyMap<string, string>): Bom {
  const { timestamp: _time, tools: _tools, component, ...metadata } = bom.metadata;
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  return {
    ...bom,
    serialNumber: `urn:uuid:${uuid}`,
    metadata: { ...metadata, component: { ...component, name: 'ledgerline' } },
    components: bom.components
      .map((one) => withLicense(one, licenses.get(one['bom-ref'])))
      .toSorted(byRef((one) => one['bom-ref'])),
    ...(bom.dependencies && {
      dependencies: bom.dependencies
        .map((one) => (one.dependsOn ? { ...one, dependsOn: one.dependsOn.toSorted() } : one))
        .toSorted(byRef((one) => one.ref)),
    }),
  };
}

function withLicense(component: Component, license: string | undefined): Component {
  if (component.licenses?.length || license === undefined) return component;
  return { ...component, licenses: [written(license)] };
}
