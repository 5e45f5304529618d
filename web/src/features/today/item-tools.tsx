import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCheck,
  IconClockPause,
  IconDots,
  IconExternalLink,
  IconPlus,
  IconUserShare,
  type TablerIcon,
} from '@tabler/icons-react';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { canReassign, isOpportunity, itemPath } from './next-actions.ts';
import styles from './today-row.module.css';
import { itemText } from './today-text.ts';

/** Actions available for every item besides its main action. */
export type Tool = 'dismiss' | 'snooze' | 'reassign' | 'task' | 'open';

interface ToolDefinition {
  tool: Tool;
  label: string;
  key: string;
  icon: TablerIcon;
  fits: (item: TodayItem) => boolean;
}

const TOOLS: readonly ToolDefinition[] = [
  { tool: 'dismiss', label: 'Done', key: 'D', icon: IconCheck, fits: isOpportunity },
  { tool: 'snooze', label: 'Snooze', key: 'S', icon: IconClockPause, fits: () => true },
  { tool: 'reassign', label: 'Reassign', key: 'H', icon: IconUserShare, fits: canReassign },
  { tool: 'task', label: 'Add task', key: 'N', icon: IconPlus, fits: () => true },
  { tool: 'open', label: 'Open', key: 'O', icon: IconExternalLink, fits: (item) => itemPath(item) !== null },
];

/** Whether a shortcut applies to an item. */
export const fitsTool = (tool: Tool, item: TodayItem): boolean =>
  TOOLS.some((one) => one.tool === tool && one.fits(item));

interface ItemToolsProps {
  item: TodayItem;
  tabIndex: number;
  onTool: (tool: Tool, item: TodayItem) => void;
}

/** Buttons shown on hover and focus; a menu on phones and tablets. */
export function ItemTools({ item, tabIndex, onTool }: ItemToolsProps) {
  const isWide = useIsWide();
  const isTouch = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false });
  const tools = TOOLS.filter(({ fits }) => fits(item));
  if (!isWide || isTouch) return <ToolsMenu tools={tools} item={item} onTool={onTool} />;
  return (
    <span className={styles.tools}>
      {tools.map(({ tool, label, key, icon: Icon }) => (
        <Tooltip key={tool} label={`${label} (${key})`}>
          <ActionIcon
            size={28}
            tabIndex={tabIndex}
            aria-label={`${label}: ${itemText(item)}`}
            onClick={() => onTool(tool, item)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}

function ToolsMenu({
  tools,
  item,
  onTool,
}: Pick<ItemToolsProps, 'item' | 'onTool'> & { tools: ToolDefinition[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={styles.tools ?? ''} size={40} aria-label={`More for ${itemText(item)}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ tool, label, icon: Icon }) => (
          <Menu.Item
            key={tool}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onTool(tool, item)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
