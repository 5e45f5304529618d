import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { Fact, FactsPanel } from './facts.tsx';

interface ApiProcessPanelProps {
  process: SystemStatus['api']['process'];
  health: SystemStatus['api']['health'];
}

export function ApiProcessPanel({ process, health }: ApiProcessPanelProps) {
  return (
    <FactsPanel title="API Process">
      <Fact label="Process ID">{process.pid}</Fact>
      <Fact label="Runtime version">{process.version}</Fact>
      <Fact label="Platform">{process.platform}</Fact>
      <Fact label="Heap used">{process.memory.used}</Fact>
      <Fact label="Heap total">{process.memory.total}</Fact>
      <Fact label="External memory">{process.memory.external}</Fact>
      <Fact label="Process uptime">{process.uptime.formatted}</Fact>
      <Fact label="Environment">{health.environment}</Fact>
      <Fact label="Version">{health.version}</Fact>
    </FactsPanel>
  );
}
