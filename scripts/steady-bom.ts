/** As much of a CycloneDX document as is changed here. */
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

/** One SPDX id, or several in an expression. */
const written = (license: string) =>
  license.includes(' ') ? { expression: license } : { license: { id: license } };

/** Steady order whatever the language of the machine. */
const byRef =
  <T>(refOf: (one: T) => string) =>
  (a: T, b: T) =>
    refOf(a) < refOf(b) ? -1 : 1;

/**
 * The same document without what differs from one run to the next: its time, the version of npm, the name of the folder.
 * Its serial number is made from `digest`, and `licences` (by `name@version`) stand where npm read none.
 */
export function steadyBom(bom: Bom, digest: string, licenses: ReadonlyMap<string, string>): Bom {
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
