/** What the sign-in feature, which issues and reads the cookies, needs of the table. */
export {
  deleteDevice,
  deleteDevicesOf,
  deleteExpiredDevices,
  findDevice,
  insertDevice,
  listDevices,
  lockDevice,
  recordDeviceUse,
} from './repository.ts';
