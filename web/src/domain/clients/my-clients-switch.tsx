import { Switch } from '@mantine/core';

interface MyClientsSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Only the current agent's own clients. */
export function MyClientsSwitch({ isOn, onChange }: MyClientsSwitchProps) {
  return (
    <Switch
      label="My clients"
      size="sm"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
      styles={{ root: { flex: 'none' }, label: { whiteSpace: 'nowrap' } }}
    />
  );
}
