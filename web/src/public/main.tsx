document.title = 'Ledgerline';
