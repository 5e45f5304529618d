import { cpuBarPercent, DISK_FULL_PERCENT, memoryBarColour } from '@ledgerline/contract/rules';
import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { BarFact, Fact, FactsPanel } from './facts.tsx';

type Resources = SystemStatus['system']['resources'];

export function SystemResourcesPanel({ resources }: { resources: Resources }) {
  const { cpu, memory, disk, uptime, platform } = resources;
  const cpuPercent = cpuBarPercent(cpu);
  const cores = cpu.cores === 1 ? '1 core' : `${cpu.cores} cores`;
  return (
    <FactsPanel title="System Resources">
      <BarFact
        label="CPU load"
        percent={cpuPercent}
        color={memoryBarColour(cpuPercent)}
        value={`${cpuPercent.toFixed(1)}%`}
        detail={`${cpu.load.map((load) => load.toFixed(2)).join(' · ')} on ${cores}`}
      />
      <Fact label="CPU model">{cpu.model}</Fact>
      <BarFact
        label="Memory usage"
        percent={Number.parseFloat(memory.usage) || 0}
        color={memoryBarColour(memory.usage)}
        value={memory.usage.includes('%') ? memory.usage : `${memory.usage}%`}
        detail={`${memory.used} of ${memory.total}`}
      />
      {disk && (
        <BarFact
          label="Disk usage"
          percent={Number.parseFloat(disk.usage) || 0}
          color={Number.parseFloat(disk.usage) >= DISK_FULL_PERCENT ? 'red' : 'green'}
          value={disk.usage}
          detail={`${disk.used} of ${disk.total}`}
        />
      )}
      <Fact label="System uptime">{uptime.formatted}</Fact>
      <Fact label="Platform">{[platform.type, platform.release].filter(Boolean).join(' ')}</Fact>
      <Fact label="Architecture">{platform.arch}</Fact>
      <Fact label="Hostname">{platform.hostname}</Fact>
    </FactsPanel>
  );
}
