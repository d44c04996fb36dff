import { describeSurfaces } from './surfaces.cases';

/** Wallets with trades, fees, income, untracked lots and values that no market gives. */
const WALLETS = [
  '0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa',
  '0xafb7ed3bebe50e0b62fa862faba93e7a46e59ca7',
  '0x706a70067be19bdadbea3600db0626859ff25d74',
];
describeSurfaces(WALLETS, 50);
